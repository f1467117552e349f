/** Messages that belong to a field without naming it. */
const UNNAMED: Readonly<Record<string, string>> = {
  'You are not old enough': 'birthdate',
  'You are already subscribed': 'email',
};

/** `first_name` is called `First name` in messages. */
const wordsOf = (name: string): string => name.replaceAll('_', ' ').toLowerCase();

/**
 * The fields, of those in a form, that a message is about. The API sends messages without field names, but they contain the field's words
 * (contract 4.2). A longer name wins: "Current password is incorrect" is not about `password`.
 */
export function fieldsIn(message: string, names: readonly string[]): string[] {
  let rest = ` ${message.toLowerCase().replace(/[^\p{L}\p{N}@]+/gu, ' ')} `;
  const longestFirst = [...names].sort((a, b) => b.length - a.length);
  const found = longestFirst.filter((name) => {
    const words = ` ${wordsOf(name)} `;
    const isNamed = rest.includes(words);
    rest = rest.replaceAll(words, ' ');
    return isNamed || UNNAMED[message] === name;
  });
  return names.filter((name) => found.includes(name));
}
