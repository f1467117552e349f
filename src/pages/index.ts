export * from './early-refusals';
export { type DemoAccess, showDemo } from './home';
export * from './pages.module';
export * from './people-outside-api';
export * from './show-passwords';
