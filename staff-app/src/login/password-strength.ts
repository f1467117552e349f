import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs as graphs, dictionary } from '@zxcvbn-ts/language-common';

const checker = new ZxcvbnFactory({ dictionary, graphs, maxLength: 32 });

/** A hint with the score that the service requires. The service decides. */
export const isEasyToGuess = (password: string, ownWords: readonly string[]): boolean =>
  checker.check(password, [...ownWords]).score < 3;
