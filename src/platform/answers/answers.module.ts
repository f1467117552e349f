import { Global, Module } from '@nestjs/common';
import { RememberedAnswers } from './remembered-answers';

/** Answers that are the same for all visitors, remembered. */
@Global()
@Module({ providers: [RememberedAnswers], exports: [RememberedAnswers] })
export class AnswersModule {}
