import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { parseId } from '#libs/validation';
import { invalidRequest } from '../staff-problems';

/** The words of a search, at most this many. */
const MAX_WORDS = 5;

/** What a word of a search is compared with. Each function returns conditions, joined by OR, for the name of a parameter. */
export interface WordConditions {
  /** The parameter is a number. */
  readonly number: (param: string) => string[];
  /** The parameter is a pattern of LIKE in lower case, for the word anywhere in a text. Null: this role can search only by numbers. */
  readonly text: ((param: string) => string[]) | null;
}

/**
 * Restricts a query to rows that match every word of `q`. A role that sees masked persons cannot search by names and addresses, because
 * hits would reveal them letter by letter.
 * @throws Problem (400)
 */
export function everyWord<E extends ObjectLiteral>(
  query: SelectQueryBuilder<E>,
  q: string | null,
  { number: byNumber, text: byText }: WordConditions,
): SelectQueryBuilder<E> {
  const words = q?.toLowerCase().split(/\s+/) ?? [];
  if (words.length > MAX_WORDS) throw invalidRequest(`Search for at most ${MAX_WORDS} words.`);
  for (const [n, word] of words.entries()) {
    const number = parseId(word.replace(/^#/, ''));
    const conditions: string[] = [];
    if (number !== null) {
      query.setParameter(`number${n}`, number);
      conditions.push(...byNumber(`number${n}`));
    }
    // `#12` is meant as a number.
    if (byText && !(number !== null && word.startsWith('#'))) {
      query.setParameter(`word${n}`, `%${word.replace(/[\\%_]/g, '\\$&')}%`);
      conditions.push(...byText(`word${n}`));
    }
    if (conditions.length === 0) throw invalidRequest('Your role can search only by numbers.');
    query.andWhere(`(${conditions.join(' OR ')})`);
  }
  return query;
}
