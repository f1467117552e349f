export * from './fanclub.module';
