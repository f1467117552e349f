export { SearchAudit } from './search-audit.entity';
export * from './search.module';
