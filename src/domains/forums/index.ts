export * from './forums.module';
