export { Authentication, ONE_ACCOUNT_PER_PROVIDER, UNIQUE_PROVIDER_UID } from './authentication.entity';
