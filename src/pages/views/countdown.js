// Shows an opening time in the visitor's zone, counts down to it by the server's clock, and then shows the form. Loads nothing.
(() => {
  const opening = document.getElementById('opening');
  const timer = document.getElementById('timer');
  const claim = document.getElementById('claim');
  const again = document.getElementById('again');
  const opensAt = Date.parse(opening.dateTime);
  const ahead = Date.now() - Date.parse(opening.dataset.now);
  const local = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' });
  document.getElementById('local').textContent = `In your time: ${local.format(opensAt)}.`;
  const show = () => {
    const left = Math.ceil((opensAt - Date.now() + ahead) / 1000);
    if (left <= 0) {
      clearInterval(ticking);
      timer.hidden = true;
      // Screen readers say what is written into a status, but not what a timer shows.
      document.getElementById('opened').textContent = 'The presale is open.';
      claim.hidden = false;
      again.hidden = true;
      return;
    }
    const days = Math.floor(left / 86400);
    const clock = [Math.floor(left / 3600) % 24, Math.floor(left / 60) % 60, left % 60];
    const text = clock.map((part) => String(part).padStart(2, '0')).join(':');
    timer.textContent = `Opens in ${days === 0 ? '' : days === 1 ? '1 day and ' : `${days} days and `}${text}`;
  };
  const ticking = setInterval(show, 1000);
  show();
})();
