export * from './early-refusals';
export { page, type TextPiece } from './page';
export { PageAnswers } from './page-answers';
export * from './pages.module';
