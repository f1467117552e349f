export * from './sealed-steps';
export * from './sign-in.errors';
export * from './sign-in.module';
export * from './sign-in.service';
