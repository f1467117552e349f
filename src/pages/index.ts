export * from './pages.module';
