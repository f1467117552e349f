import type { Offer } from '#domains/checkout';
import { type FieldSpec, formView, type FormView, type Problems } from './form.rules';

/** The field for a gift code or coupon, and where the checkout's form sends it, below the checkout. */
export const CODE = 'code';

/** Says that the order form was shown with the entered code. */
export const WITH_CODE = 'with_code';

export const codeField = (value = ''): FieldSpec => ({
  name: CODE,
  label: 'Code',
  type: 'text',
  autocomplete: 'off',
  hint: '16 letters and digits, such as 7Q2M-4XHD-9PRT-0VWK. Capital letters and hyphens do not matter.',
  value,
});

/** An entered code as the checkout shows it. */
export interface CodeView {
  /** What it does, or why it does nothing. */
  readonly text: string;
}

/** Null: no code was entered. */
export function codeView({ code }: Offer): CodeView | null {
  if (code === null) return null;
  const [problem] = code.problems;
  if (problem !== undefined) return { text: `The code that you entered does not apply here: ${problem}` };
  if (code.kind !== 'gift') return { text: 'Your code lowers the price.' };
  const former =
    code.formerPlan === null ? '' : ` It was bought for “${code.formerPlan}”, whose season is over.`;
  return { text: `Your gift code pays this membership.${former}` };
}

/** The form that enters a code at the checkout, or removes the one that was entered. @param action where it is sent */
export function codeForm({ code }: Offer, action: string, problems?: Problems, typed?: string): FormView {
  const isEntered = code !== null && !problems;
  const form = isEntered
    ? formView('Remove the code', [])
    : formView('Use this code', [codeField(typed)], problems);
  return { ...form, action, isQuiet: true };
}
