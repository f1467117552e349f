import { focused, shown, siteWithDemo, texts, WIDTHS } from './site-visit';

const { visit, complaints } = siteWithDemo();

describe.each(WIDTHS)('at %i pixels', (width) => {
  it('a visitor sees every public page', async () => {
    const { page, go, look } = await visit(width);
    const pages: [name: string, path: string, heading: string | RegExp][] = [
      ['home', '/', ''],
      ['past', '/past', ''],
      ['event', '/events/4', 'Homecoming at the Orrery'],
      ['plans', '/plans', 'Plans'],
      ['contests', '/contests', 'Contests'],
      ['contest', '/contests/2', 'Soundcheck for Two'],
      ['news', '/news', 'News by mail'],
      ['login', '/login', 'Log in'],
      ['register', '/register', 'Register'],
      ['terms', '/terms', 'Terms of service'],
      ['privacy', '/privacy', 'Privacy'],
      ['nowhere', '/nowhere', 'Page not found'],
      ['gone', '/events/999', 'That did not work'],
    ];
    for (const [name, path, heading] of pages) {
      await go(path);
      expect([name, await page.locator('h1').innerText()]).toEqual([name, heading]);
      await look(name);
    }
    expect(await texts(page, '[role=alert] p')).toContain('No event found');
  });

  it('every inner page has a picture of the site on a wide screen, and none on a phone', async () => {
    const { page, go } = await visit(width);
    const loaded: string[] = [];
    page.on('response', (response) => loaded.push(new URL(response.url()).pathname));
    const pages = [
      ['/events/4', 'van'],
      ['/plans', 'press'],
      ['/contests', 'drum'],
      ['/news', 'letter'],
      ['/login', 'key'],
      ['/terms', 'key'],
    ];
    for (const [path, picture] of pages) {
      await go(path);
      const image = await page.evaluate<string>(
        `getComputedStyle(document.querySelector('.page-head')).backgroundImage`,
      );
      expect([path, image.includes(`/art/${picture}.svg`)]).toEqual([path, width > 600]);
    }
    expect(loaded.includes('/art/van.svg')).toBe(width > 600);
  });

  it('a member sees every page of the membership', async () => {
    const { page, go, logIn, look } = await visit(width);
    await logIn('nova');
    const pages: [name: string, path: string, heading: string][] = [
      ['member-home', '/', ''],
      ['member-event', '/events/4', 'Homecoming at the Orrery'],
      ['member-plans', '/plans', 'Your plan and others'],
      ['member-contests', '/contests', 'Contests'],
      ['member-contest', '/contests/2', 'Soundcheck for Two'],
      ['card', '/card', 'Your card'],
      ['orders', '/orders', 'Orders'],
      ['order', '/orders/5002', 'Order no. 5002'],
      ['shipping', '/shipping', 'Shipping'],
      ['account', '/account', 'Account'],
    ];
    for (const [name, path, heading] of pages) {
      await go(path);
      expect([name, await page.locator('h1').innerText()]).toEqual([name, heading]);
      await look(name);
    }
  });

  it('the dates can be put into a calendar', async () => {
    const { page, go } = await visit(width);
    await go('/');
    const href = await page
      .getByRole('link', { name: 'Add the dates to your calendar' })
      .getAttribute('href');
    const feed = await page.request.get(href!);
    expect(feed.headers()['content-type']).toBe('text/calendar; charset=utf-8');
    expect(await feed.text()).toContain('SUMMARY:Homecoming at the Orrery');
  });

  it('codes are shown to entitled members only', async () => {
    const { page, go, logIn } = await visit(width);
    await go('/events/4');
    expect(await texts(page, '.code span')).toEqual([]);
    await page.getByRole('link', { name: 'Log in' }).nth(1).click();
    await page.waitForURL(/login\?then=%2Fevents%2F4$/);
    await logIn('nova');
    await go('/events/4');
    expect(await texts(page, '.code span')).toEqual(['ORRERY-TIN', 'NOVA-7K2M']);
    expect(await page.locator('main').innerText()).toContain('Your plan does not include these tickets.');
    await logIn('dara');
    await go('/events/4');
    expect(await texts(page, '.code span')).toEqual([]);
  });

  it('a log-in needs the keyboard only, and leads to the page that needed it', async () => {
    const { page, go, look } = await visit(width);
    await go('/orders');
    await page.waitForURL(/#\/login\?then=%2Forders$/);
    await page.getByRole('heading', { name: 'Log in' }).waitFor();
    await page.keyboard.press('Tab');
    while ((await focused(page)) !== 'email') await page.keyboard.press('Tab');
    await page.keyboard.type('nova@starmail.example');
    await page.keyboard.press('Tab');
    await page.keyboard.type('falling star');
    await page.keyboard.press('Enter');
    await page.getByText('Email and password combination is incorrect.').waitFor();
    expect(await focused(page)).toBe('Email and password combination is incorrect.');
    expect(await page.inputValue('[name=email]')).toBe('nova@starmail.example');
    await look('login-refused');
    while ((await focused(page)) !== 'password') await page.keyboard.press('Tab');
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('shooting star');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Orders', exact: true }).waitFor();
    await shown(page);
    expect(await focused(page)).toBe('Orders');
    expect(await page.title()).toBe('Orders · The Tin Comets Fan Club');
    expect(await page.locator('#nav [aria-current]').innerText()).toBe('Nova');
  });

  it('the skip link leads past the menu, and a new page gives the focus to its heading', async () => {
    const { page, go } = await visit(width);
    await go('/');
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('Skip to content');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('main');
    await page.locator('#nav').getByRole('link', { name: 'Join' }).click();
    await page.getByRole('heading', { name: 'Plans' }).waitFor();
    await shown(page);
    expect(await focused(page)).toBe('Plans');
    expect(await page.locator('#nav [aria-current=page]').innerText()).toBe('Join');
  });

  it('a visitor registers after correcting the fields that the API names', async () => {
    const { page, go, look } = await visit(width);
    await go('/register');
    await page.getByLabel('First name').fill('Iris');
    await page.getByRole('button', { name: 'Register' }).click();
    await page.getByText('Please correct 4 fields.').waitFor();
    expect(await texts(page, '.field-problem:not(:empty)')).toEqual([
      "Email can't be blank",
      "Birthdate can't be blank",
      "Password can't be blank",
      'Must accept terms of service',
    ]);
    expect(await focused(page)).toBe('email');
    expect(await page.inputValue('[name=first_name]')).toBe('Iris');
    await look('register-problems');
    await page.getByLabel('Email').fill('iris@starmail.example');
    await page.getByLabel('Birthdate').fill('1995-02-03');
    await page.getByLabel('Password', { exact: true }).fill('silver tail');
    await page.getByLabel('Password, once more').fill('silver tail');
    await page.getByLabel('I accept').check();
    await page.getByRole('button', { name: 'Register' }).click();
    await page.getByText('We have sent a mail to iris@starmail.example.').waitFor();
    await look('registered');
  });

  it('a member chooses a size and gets the parcel on its way', async () => {
    const { page, go, logIn, look } = await visit(width);
    await logIn('nova');
    await go('/orders');
    expect(await page.locator('main').innerText()).toContain('Parcel is waiting for you');
    await go('/shipping');
    await page.getByRole('radio', { name: 'M', exact: true }).check();
    await page.getByLabel('City').fill('');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText("City can't be blank").waitFor();
    expect(await focused(page)).toBe('city');
    expect(await page.getByRole('radio', { name: 'M', exact: true }).isChecked()).toBe(true);
    await look('shipping-problems');
    await page.getByLabel('City').fill('Berkeley');
    await page.getByLabel('Country').selectOption('CA');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Your membership no longer renews itself').waitFor();
    await look('shipping-saved');
    await go('/orders/5002');
    expect(await page.locator('main').innerText()).not.toContain('It is waiting for');
  });

  it('a member without an address gives one', async () => {
    const { page, go, logIn } = await visit(width);
    await logIn('bea');
    await go('/shipping');
    expect(await page.locator('main').innerText()).toContain('We have no address for you yet.');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText("First name can't be blank").waitFor();
    expect(await page.locator('.field-problem:not(:empty)').count()).toBe(7);
  });

  it('a member changes name, newsletter and password', async () => {
    const { page, go, logIn, look } = await visit(width);
    await logIn('nova');
    await go('/account');
    const news = page.getByLabel('Send me news by mail');
    expect(await news.isChecked()).toBe(true);
    await news.uncheck();
    await page.getByRole('button', { name: 'Save your choice' }).click();
    await page.getByText('From now on you get no news.').waitFor();
    await page.getByLabel('First name').fill('Supernova');
    await page.getByLabel('Email').fill('super@starmail.example');
    await page.getByRole('button', { name: 'Save your details' }).click();
    await page.getByText('We have sent a mail to super@starmail.example.').waitFor();
    expect(await page.locator('#nav-member').innerText()).toBe('Supernova');
    await page.getByLabel('Current password').fill('wrong');
    await page.getByLabel('New password', { exact: true }).fill('silver tail');
    await page.getByLabel('New password, once more').fill('silver tail');
    await page.getByRole('button', { name: 'Change the password' }).click();
    await page.getByText('Current password is incorrect').waitFor();
    expect(await focused(page)).toBe('current_password');
    await page.getByLabel('Current password').fill('shooting star');
    await page.getByRole('button', { name: 'Change the password' }).click();
    await page.getByText('The password is changed.').waitFor();
    await look('account-changed');
    await go('/account');
    expect(await page.getByLabel('Send me news by mail').isChecked()).toBe(false);
  });

  it('a member enters a contest, and sees why another one is closed to them', async () => {
    const { page, go, logIn, look } = await visit(width);
    await logIn('nova');
    await go('/contests/2');
    await page.getByRole('button', { name: 'Enter the contest' }).click();
    await page.getByText('You have been entered into the Soundcheck for Two contest').waitFor();
    await look('entered');
    await logIn('priya');
    await go('/contests/6');
    expect(await page.locator('main').innerText()).toContain('You cannot enter this contest');
    expect(await page.getByRole('button').count()).toBe(0);
    await look('contest-closed');
  });

  it('a visitor signs up for news, and members are told that they are members', async () => {
    const { page, go, look } = await visit(width);
    await go('/news');
    await page.getByLabel('Email').fill('nova@starmail.example');
    await page.getByRole('button', { name: 'Sign up' }).click();
    await page.getByText('Email is already subscribed as a member of').waitFor();
    await page.getByLabel('Email').fill('reader@starmail.example');
    await page.getByLabel('Your favourite song').fill('Dented Halo');
    await page.getByRole('button', { name: 'Sign up' }).click();
    await page.getByText('Please check your email for confirmation instructions').waitFor();
    await look('signed-up');
  });

  it('members without a membership, orders or benefits see what they can do', async () => {
    const { page, go, logIn, look } = await visit(width);
    await logIn('theo');
    expect(await page.locator('main').innerText()).toContain('Benefits come with an active membership.');
    await look('card-expired');
    await go('/plans');
    expect(await page.locator('h1').innerText()).toBe('Plans');
    const chaser = page.locator('article', { has: page.getByRole('heading', { name: 'Comet Chaser' }) });
    await chaser.getByRole('link', { name: 'Take this plan' }).waitFor();
    await look('plans-without-membership');
  });

  it('a buyer of the free plan is asked to register, and keeps the plan', async () => {
    const { page, go, look } = await visit(width);
    await go('/plans');
    const plan = page.locator('article', { has: page.getByRole('heading', { name: 'Stargazer' }) });
    await plan.getByRole('link', { name: 'Take this plan' }).click();
    await page.locator('main form button').last().click();
    await page.getByText('One step is left').first().waitFor();
    await go('/plans');
    expect(await page.locator('main').innerText()).toContain('One step is left for your free membership');
    await look('plans-buyer');
  });

  it('a form leads to the log-in and back if the session has ended', async () => {
    const { page, go, logIn, look } = await visit(width);
    await logIn('nova');
    await go('/account');
    await page.context().clearCookies();
    await page.getByLabel('First name').fill('Supernova');
    await page.getByRole('button', { name: 'Save your details' }).click();
    await page.getByText('Please log in to access your online benefits.').waitFor();
    expect(await page.getByLabel('First name').inputValue()).toBe('Supernova');
    expect(await page.locator('#nav-member').innerText()).toBe('Log in');
    await look('session-ended');
    await page.locator('main').getByRole('link', { name: 'Log in' }).click();
    await page.waitForURL(/#\/login\?then=%2Faccount$/);
    await page.getByLabel('Email').fill('nova@starmail.example');
    await page.getByLabel('Password').fill('shooting star');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('heading', { name: 'Account', exact: true }).waitFor();
  });

  it('a log-out ends the session', async () => {
    const { page, go, logIn } = await visit(width);
    await logIn('nova');
    await page.getByRole('link', { name: 'Log out' }).click();
    await page.getByRole('heading', { name: 'You are logged out' }).waitFor();
    expect(await page.locator('#nav-member').innerText()).toBe('Log in');
    await go('/card');
    await page.waitForURL(/#\/login/);
  });

  it('slow answers show progress, long ones say so, and fast ones do not flicker', async () => {
    const { page, go, look } = await visit(width);
    await go('/plans');
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/api/v1/events?*', async (route) => {
      await held;
      await route.continue();
    });
    await page.getByRole('link', { name: 'Dates', exact: true }).click();
    await page.getByText('Loading …').last().waitFor();
    await look('loading');
    await page.getByText('This takes longer than usual.').last().waitFor();
    release();
    await page.getByRole('heading', { name: 'Where we land next' }).waitFor();
    expect(await page.locator('progress').count()).toBe(0);
  });

  it('a form is disabled while it is sent', async () => {
    const { page, go, look } = await visit(width);
    await go('/login');
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/api/v1/login?*', async (route) => {
      await held;
      await route.continue();
    });
    await page.getByLabel('Email').fill('nova@starmail.example');
    await page.getByLabel('Password').fill('shooting star');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByText('Logging in …').waitFor();
    expect(await page.getByLabel('Email').isDisabled()).toBe(true);
    await look('logging-in');
    release();
    await page.getByRole('heading', { name: 'Your card' }).waitFor();
  });

  it('an empty list says so, and where to go', async () => {
    const { page, go, look } = await visit(width);
    const body = { status: 'ok', events: [], pagination: { current_page: 1, total_pages: 0 } };
    await page.route('**/api/v1/events?*', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: body });
    });
    await go('/');
    expect(await page.locator('main').innerText()).toContain('No shows are planned at the moment.');
    await look('home-empty');
  });
});

describe('the HTML of the fan club’s staff', () => {
  it('loses everything that runs, loads or deceives', async () => {
    const { page, go } = await visit(390);
    const description =
      '<p onclick="steal()">A <b>loud</b> <a href="javascript:steal()" target="_blank">night</a>' +
      '<script>document.title = "stolen"</script><img src="https://evil.example/i.png" onerror="steal()">' +
      '<svg><a href="#x">vector</a></svg><iframe src="https://evil.example"></iframe><style>*{display:none}</style>' +
      ' <a href="https://tickets.example/">tickets</a> <center><em>old</em></center></p>';
    await page.route(/\/events\/4\?/, async (route) => {
      const response = await route.fetch();
      const { event, ...rest } = (await response.json()) as { event: object };
      await route.fulfill({ response, json: { ...rest, event: { ...event, description } } });
    });
    await go('/events/4');
    expect(await page.locator('.prose').first().innerHTML()).toBe(
      '<p>A <b>loud</b> <a>night</a> <a href="https://tickets.example/">tickets</a> </p><em>old</em><p></p>',
    );
    expect(await page.title()).toBe('Homecoming at the Orrery · The Tin Comets Fan Club');
    // Chromium names what the policy blocks in the text that is read, although it could not run there.
    expect(complaints().every((text) => text.includes('The action has been blocked.'))).toBe(true);
    complaints().length = 0;
  });
});

describe('without an answer of the API', () => {
  it.each(WIDTHS)('a page says so, and tries again when asked to (%i pixels)', async (width) => {
    const { page, go, look } = await visit(width);
    await go('/news');
    let isDown = true;
    await page.route('**/api/v1/plans?*', async (route) => {
      const response = await route.fetch();
      // The client repeats failed reads; a proxy's answer without Retry-After and with this status is final.
      await (isDown ? route.fulfill({ response, body: 'Out of order' }) : route.fulfill({ response }));
    });
    await page.locator('#nav').getByRole('link', { name: 'Join' }).click();
    await page.getByText('The fan club cannot be reached at the moment.').waitFor();
    expect(await page.evaluate('document.activeElement.getAttribute("role")')).toBe('alert');
    await look('unreachable');
    isDown = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Plans', exact: true }).waitFor();
    await shown(page);
    expect(await focused(page)).toBe('Plans');
  });
});

it('a ticket link with an invalid address does not break the page', async () => {
  const { page, go } = await visit(390);
  await page.route(/\/events\/4\?/, async (route) => {
    const response = await route.fetch();
    const { event, ...rest } = (await response.json()) as { event: { links: object[] } };
    const links = event.links.map((link) => ({ ...link, url: 'tickets' }));
    await route.fulfill({ response, json: { ...rest, event: { ...event, links } } });
  });
  await go('/events/4');
  expect(await page.getByRole('heading', { name: 'Member Presale' }).count()).toBe(1);
});
