import type { Category } from '../category';
import { callbacks } from './callbacks';
import { cookies } from './cookies';
import { dates } from './dates';
import { emails } from './emails';
import { httpLevel } from './http-level';
import { malformedJson } from './malformed-json';
import { numbers } from './numbers';
import { origins } from './origins';
import { signedRequests } from './signed-requests';
import { texts } from './texts';
import { wrongTypes } from './wrong-types';

/** Every kind of bad input. */
export const CATEGORIES: readonly Category[] = [
  wrongTypes,
  texts,
  numbers,
  dates,
  emails,
  malformedJson,
  signedRequests,
  callbacks,
  origins,
  cookies,
  httpLevel,
];
