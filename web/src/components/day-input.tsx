import { TextInput, type TextInputProps } from '@mantine/core';
import { useEffect, useState } from 'react';

/**
 * A day, such as 2026-11-01, told when it is a whole one: while its year is typed, the browser
 * already gives days of the first centuries. That none is chosen any more is told on leaving.
 */
export function DayInput({ value, change, min = '1900-01-01', max = '9999-12-31', ...others }: Omit<TextInputProps, 'value' | 'min' | 'max' | 'onChange' | 'onBlur' | 'type'> & {
  value: string;
  change: (day: string) => void;
  min?: string | undefined;
  max?: string | undefined;
}) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const put = (day: string) => {
    setText(day);
    if (day >= min && day <= max) change(day);
  };
  const leave = () => {
    if (text === '' && value !== '') change('');
    setText(value);
  };
  return <TextInput type="date" value={text} min={min} max={max} onChange={(e) => put(e.currentTarget.value)} onBlur={leave} {...others} />;
}
