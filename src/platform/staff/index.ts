export * from './staff.module';
