export { examine } from './examine';
export { type Finding, problem } from './finding';
