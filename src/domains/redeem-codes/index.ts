export * as codes from './codes';
export { printedCode, readCode } from './code-text';
export { CodeEntriesService, type EnteredCode } from './code-entries.service';
export { discountOf, type FoundCode } from './redeem-code.rules';
export * from './redeem-codes.errors';
export * from './redeem-codes.module';
