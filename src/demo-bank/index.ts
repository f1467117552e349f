export { Bank, BankRefusal, type SessionToOpen, type TypedCard } from './bank';
export { DemoBankModule } from './demo-bank.module';
export {
  accountOf,
  DemoBank,
  describeAccount,
  openAccount,
  type OpenedAccount,
  signatureOf,
} from './demo-bank.service';
export * from './objects';
export { TEST_CARDS, testCard, type TestCard } from './test-cards';
