import { fieldsIn } from '../src/fields.ts';
import { type Control, fieldsOf, type FormFields } from './fields.ts';

type Input = Control & HTMLElement;

const controlsOf = (form: HTMLFormElement): Input[] => [...form.elements] as unknown as Input[];

/** The fields of a form; none for a button outside of forms. */
export const readForm = (form: HTMLFormElement | null): FormFields =>
  form ? fieldsOf(controlsOf(form)) : {};

/** Marks the fields that the messages are about, and no others. Moves the focus to the first one. */
export function markFaults(form: HTMLFormElement, messages: readonly string[], messagesId: string): void {
  const controls = controlsOf(form).filter(({ name, type }) => name && type !== 'hidden');
  const names = controls.map(({ name }) => name);
  const faulty = new Set(messages.flatMap((message) => fieldsIn(message, names)));
  const marked = controls.filter((control) => {
    const isFaulty = faulty.has(control.name);
    for (const [attribute, value] of [
      ['aria-invalid', 'true'],
      ['aria-describedby', messagesId],
    ] as const) {
      if (isFaulty) control.setAttribute(attribute, value);
      else control.removeAttribute(attribute);
    }
    return isFaulty;
  });
  marked[0]?.focus();
}
