export * from './early-refusals';
export * from './pages.module';
