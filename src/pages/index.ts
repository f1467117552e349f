export * from './early-refusals';
export * from './pages.module';
export * from './show-passwords';
