import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadPatiently } from './later';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('what cannot be loaded now is loaded once it can be', async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('away')).mockRejectedValueOnce(new Error('away')).mockResolvedValue('here');
  const loaded = loadPatiently(load);
  await vi.advanceTimersByTimeAsync(6000);
  await expect(loaded).resolves.toBe('here');
  expect(load).toHaveBeenCalledTimes(3);
});

test('what is gone for good fails', async () => {
  const loaded = loadPatiently(() => Promise.reject(new Error('gone')));
  const failed = expect(loaded).rejects.toThrow('gone');
  await vi.advanceTimersByTimeAsync(150_000);
  await failed;
});
