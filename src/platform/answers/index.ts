export { AnswerCache, AnswersModule } from './answer-cache';
export { answerFirst, KnownAnswers } from './known-answers';
export { CachedAnswer } from './answer-cache.interceptor';
export * from './serve-cached-answers';
export { filled, type Readership, type Readerships } from './readership';
