import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { createRoot } from 'react-dom/client';
import { App } from './app';

// The policy of the page accepts only styles with the nonce of its answer.
const meta = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]');
const cache = createCache({ key: 'css', nonce: meta?.nonce ?? '' });

createRoot(document.getElementById('root')!).render(
  <CacheProvider value={cache}>
    <App />
  </CacheProvider>,
);
