export { Bank } from './bank';
export { DemoBankModule } from './demo-bank.module';
export { DemoBankService, describeAccount, openAccount, signatureOf } from './demo-bank.service';
export { BankRefusal } from './ledger';
export { movementsOf } from './movements';
export * from './objects';
export { TEST_CARDS, testCard } from './test-cards';
