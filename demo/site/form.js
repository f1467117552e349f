import { messagesOf, needsLogin } from './club.js';
import { fill, h, newId } from './dom.js';
import { FanclubError, fieldsIn } from './fanclub-client.js';
import { loginAddress, remember } from './member.js';
import { withProgress } from './progress.js';

/**
 * A form that sends itself to the API. The API checks the values, so that there is one set of rules and messages. While it is sent
 * the form is disabled; after a refusal it keeps what was typed, shows each message at its field and focuses the first one.
 *
 * @param fields `{ name, label, type, value, hint, required, autocomplete, options, more }`
 * @param label the text of the button
 * @param busy the text while it is sent: `Saving`
 * @param before, after elements before the fields and beside the button
 * @param send gets the values by name; what it throws is shown
 */
export function form({ fields, label, busy, send, before, after }) {
  const controls = fields.map(control);
  const problems = h('div', { class: 'problems', role: 'alert', tabindex: '-1' });
  const progress = h('p', { class: 'loading', role: 'status' });
  const fieldset = h('fieldset', { class: 'fields' }, [
    before,
    controls.map(({ element }) => element),
    h('p', { class: 'actions' }, [h('button', { class: 'button' }, label), after]),
  ]);
  const element = h('form', { class: 'form', novalidate: true, onsubmit: submit }, [
    problems,
    fieldset,
    progress,
  ]);

  async function submit(event) {
    event.preventDefault();
    const values = Object.fromEntries(controls.map(({ name, read }) => [name, read()]));
    fill(problems);
    controls.forEach((one) => one.showMessages([]));
    fieldset.disabled = true;
    element.setAttribute('aria-busy', 'true');
    let failure = null;
    try {
      await withProgress(() => send(values), {
        onWait: () => fill(progress, h('progress', { 'aria-label': busy }), `${busy} …`),
        onSlow: () => progress.append(' This takes longer than usual.'),
      });
    } catch (error) {
      failure = error;
    }
    fill(progress);
    fieldset.disabled = false;
    element.removeAttribute('aria-busy');
    if (failure) showFailure(failure);
  }

  function showFailure(error) {
    const { byField, others } = sortedMessages(error, controls);
    for (const one of controls) one.showMessages(byField.get(one.name) ?? []);
    const count = [...byField.values()].flat().length;
    const summary = count === 1 ? 'Please correct one field.' : `Please correct ${count} fields.`;
    fill(problems, [
      [...others, ...(count > 0 ? [summary] : [])].map((message) => h('p', {}, message)),
      needsLogin(error) && h('p', {}, h('a', { href: loginAddress() }, 'Log in')),
    ]);
    if (needsLogin(error)) remember(null);
    (controls.find(({ name }) => byField.has(name)) ?? problems).focus();
  }

  return element;
}

/** The messages of an error by the name of the field that each is about, and those about none or several. */
function sortedMessages(error, controls) {
  const byField = new Map();
  const others = [];
  const add = (control, message) => {
    if (control) byField.set(control.name, [...(byField.get(control.name) ?? []), message]);
    else others.push(message);
  };
  const errors = error instanceof FanclubError ? Object.entries(error.errors) : [];
  for (const [name, messages] of errors) {
    const control = controls.find((one) => one.name === name);
    for (const message of messages) add(control, control ? `${control.label} ${message}` : message);
  }
  if (errors.length > 0) return { byField, others };

  const names = controls.map(({ name }) => name);
  for (const message of messagesOf(error)) {
    const [name, another] = fieldsIn(message, names);
    add(another === undefined && controls.find((one) => one.name === name), message);
  }
  return { byField, others };
}

/** A field with its label, hint and messages. */
function control(field) {
  const { name, label } = field;
  const id = newId(name);
  const message = h('p', { class: 'field-problem', id: `${id}-problem` });
  const hint = field.hint && h('p', { class: 'hint', id: `${id}-hint` }, field.hint);
  const described = [hint && `${id}-hint`, `${id}-problem`].filter(Boolean).join(' ');
  const { element, inputs, read } = (KINDS[field.type] ?? text)({ ...field, id, described, hint, message });
  return {
    name,
    label,
    element,
    read,
    focus: () => (inputs.find(({ checked }) => checked) ?? inputs[0]).focus(),
    showMessages(messages) {
      fill(message, messages.join('. '));
      for (const input of inputs) {
        if (messages.length > 0) input.setAttribute('aria-invalid', 'true');
        else input.removeAttribute('aria-invalid');
      }
    },
  };
}

const optional = ({ required }) => !required && h('span', { class: 'optional' }, ' (optional)');

/** A field with one input below its label. */
function labelled(field, input) {
  const { id, label, hint, message } = field;
  return {
    element: h('div', { class: 'field' }, [
      h('label', { for: id }, label, optional(field)),
      hint,
      input,
      message,
    ]),
    inputs: [input],
    read: () => input.value,
  };
}

function text(field) {
  const { id, name, type = 'text', value, required, autocomplete, described } = field;
  const input = h('input', {
    id,
    name,
    type,
    required,
    autocomplete,
    value: value ?? '',
    'aria-describedby': described,
    ...(type === 'email' && { inputmode: 'email', spellcheck: 'false', autocapitalize: 'off' }),
  });
  return labelled(field, input);
}

function select(field) {
  const { id, name, value, required, autocomplete, options, described } = field;
  const input = h('select', { id, name, required, autocomplete, 'aria-describedby': described }, [
    h('option', { value: '' }, 'Choose …'),
    options.map((one) => h('option', { value: one.value, selected: one.value === value }, one.label)),
  ]);
  return labelled(field, input);
}

/** A few choices that look like buttons. Nothing chosen reads as undefined, which is not sent. */
function radios({ id, value, options, described, hint, message, label }) {
  const inputs = options.map((one) =>
    h('input', {
      type: 'radio',
      name: id,
      value: one.value,
      checked: one.value === value,
      'aria-describedby': described,
    }),
  );
  const choices = options.map((one, index) =>
    h('label', { class: 'choice' }, inputs[index], h('span', {}, one.label)),
  );
  const element = h('fieldset', { class: 'field choices' }, [
    h('legend', {}, label),
    hint,
    h('div', { class: 'choices-row' }, choices),
    message,
  ]);
  return { element, inputs, read: () => inputs.find(({ checked }) => checked)?.value };
}

function checkbox({ id, name, value, described, hint, message, label, more }) {
  const input = h('input', { id, name, type: 'checkbox', checked: value, 'aria-describedby': described });
  const element = h('div', { class: 'field check' }, [
    h('label', { for: id }, input, h('span', {}, label)),
    more,
    hint,
    message,
  ]);
  return { element, inputs: [input], read: () => input.checked };
}

const KINDS = { select, radios, checkbox };
