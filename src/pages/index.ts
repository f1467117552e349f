export * from './early-refusals';
export { showDemo } from './home';
export { type DemoAccess, page, type TextPiece } from './page';
export { PageAnswers } from './page-answers';
export * from './pages.module';
export * from './people-outside-api';
export * from './show-passwords';
