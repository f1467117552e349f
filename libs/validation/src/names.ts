/** Control and format characters: they are invisible or change the direction of the text around them. */
const INVISIBLE = /[\p{Cc}\p{Cf}]/u;

const LATIN = /\p{Script=Latin}/u;
const LOOKALIKES = /[\p{Script=Cyrillic}\p{Script=Greek}]/u;

/** Whether a text contains invisible or direction-changing characters, which names may not (contract 6.11a). */
export const hasInvisible = (text: string): boolean => INVISIBLE.test(text);

/** Whether a text mixes Latin letters with Cyrillic or Greek ones, many of which look the same (contract 6.11a). */
export const mixesScripts = (text: string): boolean => LATIN.test(text) && LOOKALIKES.test(text);
