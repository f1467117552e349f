export { ErasuresService } from './erasures.service';
export * from './privacy.errors';
export * from './privacy.module';
