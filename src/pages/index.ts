export { Home } from './home';
export { mountOpenid } from './openid-mount';
export { type DemoAccess, type StartLink, page, type TextPiece } from './page';
export { PageAnswers } from './page-answers';
export * from './page-hooks';
export * from './pages.module';
