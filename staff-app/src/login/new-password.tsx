import { TextField } from '@mui/material';
import { type ReactElement, useState } from 'react';
import { TEXTS } from '../texts';

const T = TEXTS.join;
const LEAST_LENGTH = 12;

/** A new password, judged while it is typed. @param ownWords the person's name and address */
export function NewPassword({
  ownWords,
  size = 'medium',
  fault,
}: {
  ownWords: readonly string[];
  size?: 'small' | 'medium';
  /** Why the service refused it. */
  fault?: string | undefined;
}): ReactElement {
  const [easy, setEasy] = useState(false);
  const judge = async (field: HTMLInputElement): Promise<void> => {
    const { value } = field;
    if (value.length < LEAST_LENGTH) return setEasy(false);
    // Loaded when somebody types a password: its list of common passwords is a third of the app.
    const { isEasyToGuess } = await import('./password-strength');
    if (field.value === value) setEasy(isEasyToGuess(value, ownWords));
  };
  return (
    <TextField
      name="new_password"
      type="password"
      label={T.newPassword}
      helperText={fault ?? (easy ? T.passwordEasy : T.passwordHelp)}
      error={easy || fault !== undefined}
      autoComplete="new-password"
      size={size}
      required
      // Offline there is no list; the service decides anyway.
      onChange={({ target }) => void judge(target as HTMLInputElement).catch(() => setEasy(false))}
    />
  );
}
