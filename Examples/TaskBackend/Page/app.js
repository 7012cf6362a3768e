// The page of the tasks.
//
// What it shows is what the server has: the list of GET /tasks and every change that GET /events tells. What is done
// here is sent to the server and comes back as such a change, so it makes no difference in which tab something was done.

const element = (id) => document.getElementById(id);
const list = element('list');
const newTitle = element('new-title');
const toggleAll = element('toggle-all');

const filters = {
  '#/': { shows: () => true, whenEmpty: 'Nothing to do yet.' },
  '#/active': { shows: (task) => !task.completed, whenEmpty: 'Nothing left to do.' },
  '#/completed': { shows: (task) => task.completed, whenEmpty: 'Nothing is completed yet.' },
};
const currentFilter = () => filters[location.hash] ?? filters['#/'];

/** The tasks by their ids, and the list items that show them. */
const tasks = new Map();
const items = new Map();

// MARK: The server

/** Sends a request: the response, or an error with what the server says. */
async function send(method, path, body, headers = {}) {
  const response = await fetch(path, {
    method,
    cache: 'no-store',
    headers: body ? { 'Content-Type': 'application/json', ...headers } : headers,
    body: body && JSON.stringify(body),
  }).catch(() => {
    throw new Error('The server cannot be reached.');
  });
  if (response.ok) return response;
  const answer = await response.json().catch(() => null);
  const error = new Error(answer?.error?.message ?? `The server answers with status ${response.status}.`);
  error.status = response.status;
  throw error;
}

/**
 * Changes or deletes a task if its title is still the one that was seen: nobody's title is overwritten unseen. The tag of
 * the task makes the server refuse what is changed in between; then the title is compared again.
 */
async function sendIfSeen(title, method, path, body) {
  for (let attempt = 1; ; attempt++) {
    const found = await send('GET', path);
    const current = (await found.json()).title;
    if (current !== title) throw new Error(`Somebody else has changed this title to “${current}”. Your change was not saved.`);
    try {
      return await send(method, path, body, { 'If-Match': found.headers.get('ETag') });
    } catch (error) {
      if (error.status !== 412 || attempt === 5) throw error;
    }
  }
}

/** Waits for what changes tasks; true when the server has done it. A failure is shown, and the tasks as they are. */
async function change(...requests) {
  const outcomes = await Promise.allSettled(requests);
  const failure = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failure) showProblem(failure.reason.message);
  else hideProblem();
  if (failure || events.readyState !== EventSource.OPEN) await load();
  return !failure;
}

const address = (id) => `/tasks/${id}`;

// MARK: Live changes

let events;
/** How often the list was read, and the changes that have arrived while it is being read; null at other times. */
let loads = 0;
let missed = null;

/**
 * Reads the list and listens to changes. After a short interruption the server sends the changes that were missed; after
 * a long one it sends a `reset`, and the list is read again. Only a page that is to be seen listens, because a browser
 * has six connections for all pages of a server.
 */
function connect() {
  events?.close();
  if (document.hidden) return;
  events = new EventSource('/events');
  events.addEventListener('open', load, { once: true });
  events.addEventListener('open', hideProblem);
  events.addEventListener('reset', load);
  for (const name of ['created', 'updated', 'deleted', 'cleared']) {
    events.addEventListener(name, (event) => {
      const message = JSON.parse(event.data);
      if (missed) missed.push(message);
      else apply(message);
    });
  }
  events.addEventListener('error', () => {
    showProblem('The connection is lost. Trying again …');
    // Browsers try again by themselves unless they were refused.
    if (events.readyState === EventSource.CLOSED) setTimeout(connect, 2000);
  });
}

/** Reads the list. Changes that arrive meanwhile may or may not be in it, so they are made to it afterwards. */
async function load() {
  const number = ++loads;
  missed = [];
  let problem;
  const all = await send('GET', '/tasks')
    .then((response) => response.json())
    .catch((error) => {
      problem = error;
    });
  if (number !== loads) return; // another one has begun since, which knows more
  if (problem) {
    showProblem(problem.message);
  } else {
    tasks.clear();
    for (const task of all) tasks.set(task.id, task);
  }
  const changes = missed;
  missed = null;
  changes.forEach(apply);
  render();
}

function apply({ kind, id, task }) {
  const before = tasks.get(id);
  if (kind === 'cleared') {
    load();
    announce('Tasks were cleared.');
  } else if (kind === 'deleted') {
    tasks.delete(id);
    if (before) announce(`Deleted: ${before.title}`);
  } else {
    tasks.set(id, task);
    if (!before) announce(`Added: ${task.title}`);
    else if (before.completed !== task.completed) announce(`${task.completed ? 'Completed' : 'Active'}: ${task.title}`);
    else announce(`Changed: ${task.title}`);
  }
  scheduleRendering();
}

// MARK: Rendering

let isRenderingScheduled = false;

/** Many changes at once are shown at once. */
function scheduleRendering() {
  if (isRenderingScheduled) return;
  isRenderingScheduled = true;
  setTimeout(() => {
    isRenderingScheduled = false;
    render();
  });
}

function render() {
  const filter = currentFilter();
  const all = [...tasks.values()].sort((a, b) => a.id - b.id);
  // What somebody is editing stays, even if the filter does not show it any more.
  const shown = all.filter((task) => filter.shows(task) || isBeingEdited(items.get(task.id)));

  const restoreFocus = rememberFocus();
  removeAllBut(new Set(shown.map((task) => task.id)));
  let place = list.firstElementChild;
  for (const task of shown) {
    const item = items.get(task.id) ?? makeItem(task.id);
    showTask(item, task);
    if (item === place) place = place.nextElementSibling;
    else list.insertBefore(item, place);
  }
  restoreFocus();

  element('empty').hidden = shown.length > 0;
  element('empty').textContent = filter.whenEmpty;
  renderSummary(all);
}

function renderSummary(all) {
  const left = all.filter((task) => !task.completed).length;
  element('count').textContent = `${left} ${left === 1 ? 'task' : 'tasks'} left`;
  element('clear-completed').hidden = left === all.length;
  toggleAll.disabled = all.length === 0;
  toggleAll.checked = all.length > 0 && left === 0;
  for (const link of document.querySelectorAll('nav a')) {
    if (filters[link.hash] === currentFilter()) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
}

function removeAllBut(ids) {
  for (const [id, item] of items) {
    if (ids.has(id)) continue;
    items.delete(id);
    item.remove();
  }
}

/** Where an item with the focus vanishes, the focus goes to the same control of the one that comes to its place. */
function rememberFocus() {
  const focused = document.activeElement;
  const item = focused?.closest('#list > li');
  if (!item) return () => {};
  const index = [...list.children].indexOf(item);
  return () => {
    if (item.isConnected) return;
    const successor = list.children[index] ?? list.lastElementChild;
    const control = ['.toggle', '.delete'].find((name) => focused.matches(name)) ?? '.title';
    (successor?.querySelector(control) ?? newTitle).focus();
  };
}

function makeItem(id) {
  const item = element('item').content.firstElementChild.cloneNode(true);
  const part = (name) => item.querySelector(`.${name}`);
  part('title').id = `title-${id}`;
  part('toggle').setAttribute('aria-labelledby', `title-${id}`);

  part('toggle').addEventListener('change', (event) => {
    change(send('PATCH', address(id), { completed: event.target.checked }));
  });
  part('delete').addEventListener('click', () => change(send('DELETE', address(id))));
  part('title').addEventListener('dblclick', () => beginEditing(id));
  part('title').addEventListener('click', (event) => {
    if (event.detail === 0) beginEditing(id); // by the keyboard
  });
  part('editor').addEventListener('blur', () => endEditing(id, { saves: true }));
  part('editor').addEventListener('keydown', (event) => {
    if (event.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return;
    event.preventDefault();
    endEditing(id, { saves: event.key === 'Enter' });
    part('title').focus();
  });
  items.set(id, item);
  return item;
}

function showTask(item, task) {
  item.querySelector('.toggle').checked = task.completed;
  item.querySelector('.title').textContent = task.title;
  item.querySelector('.delete').setAttribute('aria-label', `Delete ${task.title}`);
}

// MARK: Editing

const isBeingEdited = (item) => item !== undefined && !item.querySelector('.editor').hidden;

function setEditing(item, isEditing) {
  item.classList.toggle('editing', isEditing);
  item.querySelector('.editor').hidden = !isEditing;
  item.querySelector('.title').hidden = isEditing;
}

function beginEditing(id) {
  const item = items.get(id);
  const editor = item.querySelector('.editor');
  setEditing(item, true);
  editor.value = tasks.get(id).title;
  editor.dataset.seen = editor.value;
  editor.focus();
  editor.setSelectionRange(editor.value.length, editor.value.length);
}

/** A title that has become empty deletes its task. */
function endEditing(id, { saves }) {
  const item = items.get(id);
  if (!isBeingEdited(item)) return; // its end is what took the focus away
  setEditing(item, false);
  const task = tasks.get(id);
  const editor = item.querySelector('.editor');
  const title = editor.value.trim();
  if (!saves || !task || title === editor.dataset.seen) return scheduleRendering();
  showTask(item, { ...task, title: title || task.title });
  const write = title ? ['PATCH', address(id), { title }] : ['DELETE', address(id)];
  change(sendIfSeen(editor.dataset.seen, ...write));
}

// MARK: What is said

function announce(text) {
  element('announcement').textContent = text;
}

function showProblem(text) {
  element('problem-text').textContent = text;
  element('problem').hidden = false;
}

function hideProblem() {
  element('problem').hidden = true;
}

// MARK: Controls

element('add').addEventListener('submit', async (event) => {
  event.preventDefault();
  const title = newTitle.value.trim();
  if (!title) return;
  newTitle.value = '';
  const isStored = await change(send('POST', '/tasks', { title }));
  if (!isStored && !newTitle.value) newTitle.value = title;
});

toggleAll.addEventListener('change', () => {
  const completed = toggleAll.checked;
  const others = [...tasks.values()].filter((task) => task.completed !== completed);
  change(...others.map((task) => send('PATCH', address(task.id), { completed })));
});

element('clear-completed').addEventListener('click', () => {
  newTitle.focus(); // the button is about to vanish
  change(send('DELETE', '/tasks?done=true'));
});

element('problem-dismiss').addEventListener('click', () => {
  hideProblem();
  newTitle.focus();
});
addEventListener('hashchange', render);
document.addEventListener('visibilitychange', connect);

connect();
