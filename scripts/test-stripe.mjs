// npm run test:stripe: the tests of the Stripe adapter that need no page, against Stripe itself in test mode.
import './support/require-node.cjs';
import { main, runNode } from './support/project.mjs';

await main(async () => {
  if (!/^(sk|rk)_test_/.test(process.env.STRIPE_TEST_KEY ?? '')) {
    console.error('STRIPE_TEST_KEY must be a key of Stripe’s test mode: dashboard.stripe.com/test/apikeys.');
    return 1;
  }
  return runNode('scripts/test.mjs', process.argv.slice(2), { env: { FORM: 'stripe' } });
});
