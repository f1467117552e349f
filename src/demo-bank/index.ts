export { DemoBankModule } from './demo-bank.module';
export {
  accountOf,
  DemoBank,
  isSignature,
  openAccount,
  type OpenedAccount,
  signatureOf,
} from './demo-bank.service';
