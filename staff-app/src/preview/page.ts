// The page in which the app shows what visitors see: the widgets for websites, with answers that the app hands over.
import '../../../clients/javascript/embed/embed.css';
import { WidgetPage } from '../../../clients/javascript/embed/page.ts';
import './page.css';
import type { Shown } from './shown';

/** A path of the API below its version: `/plans`. */
const pathOf = (url: string): string => new URL(url, location.href).pathname.replace('/api/v1', '');

/** Answers in place of the service. It refuses what would change something. */
const answering =
  (answers: Shown['answers']): typeof fetch =>
  (request, init) => {
    const { url, method } = new Request(request, init);
    const answer = method === 'GET' ? answers[pathOf(url)] : undefined;
    return Promise.resolve(
      Response.json(
        answer
          ? { status: 'ok', ...answer }
          : { status: 'error', messages: ['This is only a preview: nothing is sent.'] },
      ),
    );
  };

function show({ attributes, answers, at }: Shown): void {
  const element = document.createElement('main');
  Object.assign(element.dataset, attributes);
  document.body.replaceChildren(element);
  const now = (): Date => (at === null ? new Date() : new Date(at));
  new WidgetPage({ url: '', key: 'preview' }, { fetch: answering(answers), now }).scan(element);
}

/** Extensions of browsers send messages, too. */
const isShown = (data: unknown): data is Shown =>
  typeof data === 'object' && data !== null && 'attributes' in data && 'answers' in data;

addEventListener('message', ({ origin, source, data }: MessageEvent<unknown>) => {
  if (origin === location.origin && source === parent && isShown(data)) show(data);
});

// Links of the fan club lead away from the preview.
for (const kind of ['click', 'auxclick'])
  document.addEventListener(kind, (event) => {
    if (event.target instanceof Element && event.target.closest('a')) event.preventDefault();
  });
