from math import exp

from farsight_study import Study


def measure(temperature, hours):
    """What is left of a product that forms and decays; it costs its time."""
    kelvin = temperature + 273.15
    forms, decays = exp(20 - 6500 / kelvin), exp(30 - 10500 / kelvin)
    left = exp(-forms * hours) - exp(-decays * hours)
    return 100 * forms / (decays - forms) * left, hours


if __name__ == "__main__":
    study = Study("reaction.study")
    for s in study.suggestions():
        value, cost = measure(**s["x"])
        study("tell", ask=s["line"], value=value, cost=cost, by="formula", sure=True)
        print(f"line {s['line']}: {s['x']} gave {value:.1f} %")
    end = study("status")
    print(f"{end['stop']}: {end['best']['value']:.1f} % at {end['best']['x']}")
    study.close()
