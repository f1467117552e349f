export { Customer, UNIQUE_EMAIL, UNIQUE_USERNAME } from './customer.entity';
export { EmailAlias, UNIQUE_ALIAS } from './email-alias.entity';
export * from './accounts.module';
export { ageOf } from './customer.rules';
export * from './customer.serializer';
