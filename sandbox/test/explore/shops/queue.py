"""A shop in Python with a queue in SQLite. Its database is a file named after the token of the run.

`queue.py buy` stores an order with its job, and works: it charges, and books a parcel. `queue.py buy careless` books the parcel before it notes it.
`repair` looks for the payment and works again, and `orders` prints the books.
"""
import json
import os
import sqlite3
import sys
import urllib.error
import urllib.request

REFERENCE = 'order-1-0000000000000001'
PRICE = 15990
CLEAR_REFUSALS = {400, 401, 402, 403, 404, 405, 413, 415, 422, 429}
API = os.environ['PAYMENT_GATEWAY_URL'] + '/v1/transactions'
TOKEN = os.environ['PAYMENT_GATEWAY_TOKEN']

db = sqlite3.connect(f"{os.environ['FOLDER']}/{TOKEN}.queue", timeout=20, isolation_level=None)
db.execute("CREATE TABLE IF NOT EXISTS orders (id TEXT PRIMARY KEY, job TEXT, paid INTEGER DEFAULT 0, parcel TEXT)")
# Stands for the parcel service, which books one parcel for each key.
db.execute('CREATE TABLE IF NOT EXISTS parcels (key TEXT PRIMARY KEY)')


def send(method, url, body=None):
    """Returns the status and the body. The status 0 means that the outcome is unknown."""
    headers = {'Authorization': f'Bearer {TOKEN}', 'Content-Type': 'application/json'}
    request = urllib.request.Request(url, body and json.dumps(body).encode(), headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=20) as response:
            return response.status, json.load(response)
    except urllib.error.HTTPError as error:
        return (error.code if error.code in CLEAR_REFUSALS else 0), None
    except (OSError, ValueError):
        return 0, None


def place(name):
    """Marks a place between two requests. Without explore, it does nothing."""
    url = os.environ.get('PAYMENT_GATEWAY_PLACES')
    if url:
        urllib.request.urlopen(urllib.request.Request(url, name.encode(), method='POST'), timeout=20).close()


def save(payment):
    if not isinstance(payment, dict) or payment.get('reference_key') != REFERENCE:
        return
    paid = payment['paid_amount'] if payment['status'] == 'paid' else 0
    db.execute('UPDATE orders SET paid = ? WHERE id = ?', (paid, REFERENCE))


def look():
    status, found = send('GET', f'{API}?reference_key={REFERENCE}')
    for payment in found['data'] if status == 200 and isinstance(found, dict) and 'data' in found else []:
        save(payment)


def charge():
    # Only one of two workers takes the job. One that died leaves the outcome unknown.
    if db.execute("UPDATE orders SET job = 'charging' WHERE job = 'charge'").rowcount == 0:
        return look()
    card = {'card_number': '4111111111111111', 'card_holder_name': 'ANA SOUZA', 'card_expiration_date': '1239', 'card_cvv': '123'}
    body = {'amount': PRICE, 'payment_method': 'credit_card', 'card': card, 'reference_key': REFERENCE}
    status, payment = send('POST', API, {**body, 'metadata': json.dumps({'order': REFERENCE})})
    if status >= 400:
        db.execute("UPDATE orders SET job = 'charge'")
    save(payment)


def ship(is_careless):
    paid, parcel = db.execute('SELECT paid, parcel FROM orders').fetchone()
    if paid < PRICE or parcel is not None:
        return
    key = os.urandom(8).hex() if is_careless else REFERENCE
    db.execute('INSERT OR IGNORE INTO parcels VALUES (?)', (key,))
    place('parcel booked')
    db.execute('UPDATE orders SET parcel = ?', (key,))


task = sys.argv[1]
if task == 'buy':
    db.execute("INSERT OR IGNORE INTO orders (id, job) VALUES (?, 'charge')", (REFERENCE,))
    charge()
    ship('careless' in sys.argv)
elif task == 'repair' and db.execute('SELECT 1 FROM orders').fetchone():
    look()
    ship('careless' in sys.argv)
elif task == 'orders':
    (paid,) = db.execute('SELECT paid FROM orders').fetchone() or (0,)
    (parcels,) = db.execute('SELECT count(*) FROM parcels').fetchone()
    print(json.dumps([{'order': REFERENCE, 'paid': paid, 'due': PRICE, 'shipped': parcels}]))
