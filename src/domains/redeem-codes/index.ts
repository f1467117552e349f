export * as boughtCodes from './bought-codes';
export type { BoughtCode } from './bought-codes.queries';
export * as codes from './codes';
export { codeDigest, newCode, printedCode, readCode } from './code-text';
export { CodeEntriesService, type EnteredCode } from './code-entries.service';
export { discountOf, type FoundCode } from './redeem-code.rules';
export { BOUGHT_CODE_SQL, DISPUTED_CODE_SQL, USABLE_CODE_SQL } from './redeem-code.entity';
export * from './redeem-codes.errors';
export * from './redeem-codes.module';
