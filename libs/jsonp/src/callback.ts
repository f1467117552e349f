const NAME = /^[A-Za-z_$][\w$]*(\.[A-Za-z_$][\w$]*){0,4}$/;
const LONGEST_NAME = 128;

/** What JSON allows in a text but a script, or a parser of HTML that looks for `</script>`, could take for its own. */
const READ_DIFFERENTLY = /[<\u2028\u2029]/g;

/** A name that a script takes for the prototype of the object instead, unless it is computed. Only a name has a colon behind it. */
const PROTOTYPE = /"__proto__":/g;

/** Whether a text can be the name of the function that a script calls: up to five plain names joined by dots. */
export function isCallback(name: unknown): name is string {
  return typeof name === 'string' && name.length <= LONGEST_NAME && NAME.test(name);
}

/**
 * The script that hands a JSON text to a function, if there is one. The comment at the start keeps anybody from choosing the
 * first bytes of the answer, with which it could be passed off as another kind of file.
 * @param callback a name for which {@link isCallback} holds
 */
export function renderJsonp(callback: string, json: string): string {
  const argument = json
    .replace(READ_DIFFERENTLY, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replace(PROTOTYPE, '["__proto__"]:');
  return `/**/ typeof ${callback} === 'function' && ${callback}(${argument});`;
}
