export * from './early-refusals';
export { type DemoAccess, showDemo } from './home';
export { page, type TextPiece } from './page';
export { PageAnswers } from './page-answers';
export * from './pages.module';
export * from './people-outside-api';
export * from './show-passwords';
