export { RateLimit } from './rate-limit.entity';
