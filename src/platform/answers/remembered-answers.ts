import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { Clock } from '#libs/clock';
import type { WrittenAnswer } from '#libs/envelope';
import { jsonpOf } from '#libs/jsonp';
import { SessionCookies } from '#libs/session';
import { Config } from '#platform/config';
import { type FanclubInfo, Published } from '#platform/published';

/** What an answer was made of, and for whom. */
export interface AnswerOrigin {
  readonly fanclub: FanclubInfo;
  /** When the handler began. */
  readonly now: Date;
  /** Whether it is the same for whoever asks; otherwise it is that of visitors without a session. */
  readonly isForEverybody: boolean;
}

interface Remembered {
  readonly answer: WrittenAnswer;
  readonly isForEverybody: boolean;
  readonly fanclubId: number;
  /** What the answer was made of, which is not held on to. */
  readonly version: number;
  /** Milliseconds since 1970: then the answer read as it does here, … */
  readonly from: number;
  /** … and from then on it may read differently. */
  readonly until: number;
}

/** Bytes that an answer takes besides its own and its address. */
const OVERHEAD = 512;

/**
 * Answers to visitors without a session as they went over the wire, by their address. One is given again only while it is what
 * the handler would say: the fan club in memory is the very one it was made of, and no instant has come at which anything published
 * begins to read differently (docs/decisions/0012).
 */
@Injectable()
export class RememberedAnswers {
  private readonly kept: LRUCache<string, Remembered> | null;

  constructor(
    private readonly published: Published,
    private readonly cookies: SessionCookies,
    private readonly clock: Clock,
    { answers }: Config,
  ) {
    this.kept =
      answers.maxBytes === 0
        ? null
        : new LRUCache({
            maxSize: answers.maxBytes,
            // A text may take two bytes for each character.
            sizeCalculation: ({ answer }, address) => answer.bytes.length + 2 * address.length + OVERHEAD,
          });
  }

  /** The answer to a request whose provenance has been judged; null where the handler has to be asked. */
  find(request: FastifyRequest): WrittenAnswer | null {
    const known = this.isPlain(request) ? this.kept?.get(request.url) : undefined;
    if (!known) return null;
    const { fanclubId, version, from, until } = known;
    if (this.published.currentVersion(fanclubId) !== version) return null;
    const now = this.clock.now().getTime();
    // Clocks can be set back, too.
    if (now < from || now >= until) return null;
    return known.isForEverybody || !this.cookies.hasCookie(request, fanclubId) ? known.answer : null;
  }

  /** Keeps the answer that a visitor without a session got to a request for which {@link isPlain} holds. */
  keep({ url }: FastifyRequest, answer: WrittenAnswer, origin: AnswerOrigin): void {
    const { fanclub, now, isForEverybody } = origin;
    this.kept?.set(url, {
      answer,
      isForEverybody,
      fanclubId: fanclub.id,
      version: this.published.versionOf(fanclub),
      from: now.getTime(),
      until: this.published.steadyUntil(fanclub, now),
    });
  }

  /** Whether the answer depends on nothing but the address, the visitor's session, what is published and the time. */
  isPlain(request: FastifyRequest): boolean {
    return this.kept !== null && request.method === 'GET' && jsonpOf(request) === null;
  }
}
