from time import perf_counter

from sklearn.datasets import load_digits
from sklearn.model_selection import cross_val_score
from sklearn.svm import SVC

from farsight_study import Study

images, digits = load_digits(return_X_y=True)
study = Study("svm.study")
for s in study.suggestions():
    begin = perf_counter()
    accuracy = cross_val_score(SVC(**s["x"]), images, digits, cv=3).mean()
    seconds = perf_counter() - begin
    study("tell", ask=s["line"], value=accuracy, cost=seconds, sure=True)
best = study("status")["best"]
print(f"accuracy {best['value']:.4f} with {best['x']}")
study.close()
