import { describe, expect, test } from 'vitest';
import { contentOf, none, repeated, said } from './choices';
import { cardOf, pointIn } from './content';

describe('a point in what was pasted', () => {
  test.each([
    ['52.52, 13.405', 52.52, 13.405],
    ['-33.8568;151.2153', -33.8568, 151.2153],
    ['https://www.google.com/maps/place/X/@52.5,13.4,17z/data=!3m1!4b1!4m6!3d52.5162!4d13.3777', 52.5162, 13.3777],
    ['https://maps.google.com/?q=1.2921,36.8219', 1.2921, 36.8219],
    ['https://maps.apple.com/?ll=48.8584,2.2945', 48.8584, 2.2945],
    ['https://www.openstreetmap.org/#map=17/40.6892/-74.0445', 40.6892, -74.0445],
    ['geo:19.0760,72.8777', 19.076, 72.8777],
  ])('%s', (text, latitude, longitude) => expect(pointIn(text)).toEqual({ latitude, longitude }));
  test.each(['', 'Berlin', '91, 0', '12', 'https://maps.app.goo.gl/abc'])('none in “%s”', (text) => expect(pointIn(text)).toBeUndefined());
});

test('a card has only what was written', () => {
  expect(cardOf({ firstName: ' Ada ', lastName: '', phone: '+1 415 555 0123', email: '', company: 'Lucky Shop' })).toEqual({
    name: { formattedName: 'Ada', firstName: 'Ada' }, phones: [{ phone: '+1 415 555 0123', waId: '14155550123' }], org: { company: 'Lucky Shop' },
  });
  expect(cardOf({ firstName: 'Ada', lastName: 'Ng', phone: '0123', email: '', company: '' }).phones).toEqual([{ phone: '0123' }]);
});

describe('something to press', () => {
  const options = [{ title: 'Yes ', description: 'now' }, { title: ' ', description: '' }, { title: 'No', description: '' }];
  test('replies are told apart by their ids, and empty ones are left out', () => {
    expect(contentOf({ ...none, body: ' Come? ', options })).toEqual({ type: 'buttons', body: 'Come?', buttons: [{ id: 'option_1', title: 'Yes' }, { id: 'option_2', title: 'No' }] });
  });
  test('a list has a label and descriptions', () => {
    expect(contentOf({ ...none, kind: 'list', body: 'Come?', label: 'Choose', footer: 'Soon', options })).toEqual({
      type: 'list', body: 'Come?', footer: 'Soon', list: { button: 'Choose', sections: [{ rows: [{ id: 'option_1', title: 'Yes', description: 'now' }, { id: 'option_2', title: 'No' }] }] },
    });
  });
  test('what reads the same is found', () => {
    expect(repeated({ ...none, options: [{ title: 'yes', description: '' }, { title: 'Yes ', description: '' }] })).toBe(true);
    expect(repeated({ ...none, options })).toBe(false);
  });
  test('no more than the provider takes', () => expect(said({ ...none, options: 'abcde'.split('').map((title) => ({ title, description: '' })) })).toHaveLength(3));
});
