import { messagesOf } from './club.js';
import { fill, h, newId } from './dom.js';
import { FanclubError } from './fanclub-client.js';

/** Milliseconds until a form that is being sent shows its progress. */
const PATIENCE = 300;
/** Milliseconds until it says that something takes long. */
const LONG = 4000;

/**
 * A form that sends itself to the API. The API checks the values, so that there is one set of rules and messages. While it is sent
 * the form is disabled; after a refusal it keeps what was typed, shows each message at its field and focuses the first one.
 *
 * @param fields `{ name, label, type, value, hint, required, autocomplete, options, says }`; `says` lists the beginnings of messages
 * that belong to the field, besides the name of the field
 * @param before, after elements before the fields and beside the button
 * @param send gets the values by name; what it throws is shown
 */
export function form({ fields, label, busy, send, before, after }) {
  const made = fields.map(control);
  const problems = h('div', { class: 'problems', role: 'alert', tabindex: '-1' });
  const progress = h('p', { class: 'loading', role: 'status' });
  const button = h('button', { class: 'key' }, label);
  const fieldset = h('fieldset', { class: 'fields' }, [
    before,
    made.map(({ element }) => element),
    h('p', { class: 'actions' }, [button, after]),
  ]);

  async function submit(event) {
    event.preventDefault();
    const values = Object.fromEntries(made.map(({ name, read }) => [name, read()]));
    fill(problems);
    made.forEach(({ say }) => say([]));
    fieldset.disabled = true;
    element.setAttribute('aria-busy', 'true');
    const shows = setTimeout(
      () => fill(progress, h('progress', { 'aria-label': busy }), `${busy} …`),
      PATIENCE,
    );
    const long = setTimeout(() => progress.append(' This takes longer than usual.'), LONG);
    let failed = null;
    try {
      await send(values);
    } catch (error) {
      failed = error;
    }
    clearTimeout(shows);
    clearTimeout(long);
    fill(progress);
    fieldset.disabled = false;
    element.removeAttribute('aria-busy');
    if (failed) showProblems(failed);
  }

  function showProblems(error) {
    const { byField, others } = sorted(error, made);
    for (const { name, say } of made) say(byField.get(name) ?? []);
    const first = made.find(({ name }) => byField.has(name));
    const count = [...byField.values()].flat().length;
    const summary =
      count === 0 ? [] : [count === 1 ? 'Please correct one field.' : `Please correct ${count} fields.`];
    fill(
      problems,
      [...others, ...summary].map((message) => h('p', {}, message)),
    );
    if (first) first.focus();
    else problems.focus();
  }

  const element = h('form', { class: 'form', novalidate: true, onsubmit: submit }, [
    problems,
    fieldset,
    progress,
  ]);
  return element;
}

/** The messages of an error by field, and those that belong to none. */
function sorted(error, made) {
  const byField = new Map();
  const others = [];
  const add = (name, message) => byField.set(name, [...(byField.get(name) ?? []), message]);
  const errors = error instanceof FanclubError ? Object.entries(error.errors) : [];
  if (errors.length > 0) {
    for (const [name, messages] of errors) {
      const field = made.find((one) => one.name === name);
      for (const message of messages) field ? add(name, `${field.label} ${message}`) : others.push(message);
    }
    return { byField, others };
  }
  for (const message of messagesOf(error)) {
    const field = made.find(({ says }) => says.some((beginning) => beginning.test(message)));
    if (field) add(field.name, message);
    else others.push(message);
  }
  return { byField, others };
}

/** The beginning of the API's messages about a field: `First name can't …`. "Email and password …" is not about the e-mail alone. */
const aboutField = (name) =>
  new RegExp(`^${(name[0].toUpperCase() + name.slice(1)).replaceAll('_', ' ')} (is|has|does|doesn't|can't) `);

function control(field) {
  const { name, label, says = [] } = field;
  const id = newId(name);
  const message = h('p', { class: 'field-problem', id: `${id}-problem` });
  const hint = field.hint && h('p', { class: 'hint', id: `${id}-hint` }, field.hint);
  const described = [hint && `${id}-hint`, `${id}-problem`].filter(Boolean).join(' ');
  const { element, inputs, read } = (KINDS[field.type] ?? text)({ ...field, id, described, hint, message });
  return {
    name,
    label,
    says: [aboutField(name), ...says.map((beginning) => new RegExp(`^${beginning}`))],
    element,
    read,
    focus: () => (inputs.find(({ checked }) => checked) ?? inputs[0]).focus(),
    say(messages) {
      fill(message, messages.join('. '));
      for (const input of inputs) {
        if (messages.length > 0) input.setAttribute('aria-invalid', 'true');
        else input.removeAttribute('aria-invalid');
      }
    },
  };
}

const optional = ({ required }) => !required && h('span', { class: 'optional' }, ' (optional)');

function text(field) {
  const { id, name, type = 'text', value, required, autocomplete, described, hint, message, label } = field;
  const input = h('input', {
    ...{ id, name, type, required, autocomplete, value: value ?? '', 'aria-describedby': described },
    ...(type === 'email' && { inputmode: 'email', spellcheck: 'false', autocapitalize: 'off' }),
  });
  const element = h(
    'div',
    { class: `field ${type}` },
    h('label', { for: id }, label, optional(field)),
    hint,
    input,
    message,
  );
  return { element, inputs: [input], read: () => input.value };
}

function select(field) {
  const { id, name, value, required, autocomplete, options, described, hint, message, label } = field;
  const choices = [h('option', { value: '' }, 'Choose …')].concat(
    options.map((one) => h('option', { value: one.value, selected: one.value === value }, one.label)),
  );
  const input = h('select', { id, name, required, autocomplete, 'aria-describedby': described }, choices);
  const element = h(
    'div',
    { class: 'field' },
    h('label', { for: id }, label, optional(field)),
    hint,
    input,
    message,
  );
  return { element, inputs: [input], read: () => input.value };
}

/** A few choices as stamped keys. Nothing chosen reads as undefined, which is not sent. */
function radios({ id, name, value, options, described, hint, message, label }) {
  const inputs = options.map((one) =>
    h('input', {
      type: 'radio',
      name: id,
      value: one.value,
      checked: one.value === value,
      'aria-describedby': described,
    }),
  );
  const keys = options.map((one, index) =>
    h('label', { class: 'pick' }, inputs[index], h('span', {}, one.label)),
  );
  const element = h('fieldset', { class: 'field picks', 'data-name': name }, [
    h('legend', {}, label),
    hint,
    h('div', { class: 'picks-row' }, keys),
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
