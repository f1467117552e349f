import { Global, Module } from '@nestjs/common';
import { AnswerCache } from './answer-cache';

/** The cache of answers that are the same for all visitors without a session. */
@Global()
@Module({ providers: [AnswerCache], exports: [AnswerCache] })
export class AnswersModule {}
