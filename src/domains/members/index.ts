export * from './members.module';
